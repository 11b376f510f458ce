export { type ButtonOptions, button, relabel } from "./button.ts";
export { type Attributes, type Child, type Listeners, drawing, element, mark, say } from "./element.ts";
export { type IconName, icon } from "./icon.ts";
export { type Knob, type KnobOptions, type KnobState, knob } from "./knob.ts";
export { type Notice, type Notices, notices } from "./notices.ts";
export { pageRelay } from "./page-relay.ts";
export { type Tab, type Tabs, tabs } from "./tabs.ts";
export { themeButton } from "./theme.ts";

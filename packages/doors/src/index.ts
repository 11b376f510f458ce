export {
  type DoorLimits,
  type LinkLimits,
  type LoopbackLimits,
  type SocketLimits,
  type StdioLimits,
  doorCeilings,
  linkCeilings,
  loopbackCeilings,
  socketCeilings,
  stdioCeilings,
} from "./ceilings.ts";
export { type Target, loopbackHosts } from "./head-check.ts";
export { type HostEndpoint, type HostEndpointOptions, hostEndpoint } from "./host-endpoint.ts";
export { type DoorCounts, type HttpDoor, type HttpDoorOptions, httpDoor } from "./http-door.ts";
export { type Loopback, type LoopbackOptions, openLoopback } from "./loopback.ts";
export { type LinkEvent, type LinkHolder, type LinkHolderOptions, type LinkState, linkHolder } from "./link-holder.ts";
export { type StdioDoor, type StdioDoorOptions, type StdioEnd, stdioDoor } from "./stdio-door.ts";
export { openSocket } from "./socket-client.ts";
export { type SocketDoor, type SocketDoorOptions, socketDoor } from "./socket-door.ts";
export { type TextPeer, type TextPort, type TextSockets, type TextSocketsOptions, textSockets } from "./text-socket.ts";

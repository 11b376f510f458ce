import { expect, test } from "vitest";
import { dataUrlImage } from "./content-image.ts";

test("dataUrlImage takes bitmaps", () => {
  for (const type of ["png", "jpeg", "gif", "webp"])
    expect(dataUrlImage(`data:image/${type};base64,iVBORw0KGgo=`)).toEqual({ data: "iVBORw0KGgo=", mimeType: `image/${type}` });
});

test("dataUrlImage takes a megabyte without running out of stack", () => {
  expect(dataUrlImage(`data:image/png;base64,${"ABCD".repeat(1 << 20)}`)?.data.length).toBe(4 << 20);
});

const refused = [
  "",
  "data:image/png;base64,",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "data:text/html;base64,PHN2Zz4=",
  "data:image/png,abcd",
  "data:image/png;charset=x;base64,abcd",
  "data:image/png;base64,abc",
  "data:image/png;base64,abc=d",
  "data:image/png;base64,ab-_",
  "data:image/png;base64,abcd\n",
  " data:image/png;base64,abcd",
  "DATA:image/png;base64,abcd",
];
test.each(refused)("dataUrlImage refuses %j", (text) => {
  expect(dataUrlImage(text)).toBeUndefined();
});

import { ByteWriter } from "../audio-files/byte-writer.ts";
import { joinBytes } from "../audio-files/join-bytes.ts";

/** A PNG of up to 256 colors. `pixels`: a byte for each, the number of its color; `palette`: red, green, blue of each color. */
export async function writePng(width: number, height: number, pixels: Uint8Array, palette: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const rows = new Uint8Array((width + 1) * height);
  // Each row begins with its filter: none. Neighbouring colors are neighbouring numbers only by chance.
  for (let row = 0; row < height; row++) rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const header = new ByteWriter(13).u32(width).u32(height).raw([8, 3, 0, 0, 0]).done();
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return joinBytes([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", await deflated(rows)),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const whole = new ByteWriter(12 + body.length).u32(body.length).text(name).raw(body);
  return whole.u32(crc32(whole.done().subarray(4, 8 + body.length))).done();
}

/** By the compressor that browsers and Node have. */
async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 255] as number);
  return (crc ^ 0xffffffff) >>> 0;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let n = 0; n < 8; n++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

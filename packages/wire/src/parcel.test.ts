import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ParcelReader, fitsParcel, parcelBytes, readParcel, writeParcel } from "./parcel.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What comes out of these chunks, and the largest that was set aside. */
function read(chunks: readonly Uint8Array[]): {
  readonly parcels: string[];
  readonly problem: string | undefined;
  readonly held: number[];
} {
  const parcels: string[] = [];
  const held: number[] = [];
  const reader = new ParcelReader(
    (parcel) => parcels.push(new TextDecoder().decode(parcel)),
    (bytes) => held.push(bytes) > 0,
  );
  for (const chunk of chunks) {
    const problem = reader.feed(chunk);
    if (problem !== undefined) return { parcels, problem, held };
  }
  return { parcels, problem: undefined, held };
}

describe("parcels", () => {
  it("come out as they went in, whatever the chunks", () => {
    const bodies = fc.array(fc.string({ maxLength: 300 }), { maxLength: 12 });
    fc.assert(
      fc.property(bodies, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 }), (texts, sizes) => {
        const written = texts.map((text, index) => writeParcel(index % 8, encode(text)));
        const whole = new Uint8Array(written.reduce((sum, one) => sum + one.length, 0));
        let end = 0;
        for (const one of written) {
          whole.set(one, end);
          end += one.length;
        }
        const chunks: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const size = sizes[turn % sizes.length] as number;
          chunks.push(whole.subarray(at, at + size));
          at += size;
        }
        const { parcels, problem, held } = read(chunks);
        expect(problem).toBeUndefined();
        // An empty body is a sign of life and no parcel.
        expect(parcels).toEqual(texts.flatMap((text, index) => (text === "" ? [] : [`${index % 8}${text}`])));
        // Whatever was set aside was given back.
        expect(held.at(-1) ?? 0).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it("stop ends a chunk after the parcel at hand; what is left of it is given back, and read on when it comes again", () => {
    const parcels: string[] = [];
    const reader: ParcelReader = new ParcelReader(
      (parcel) => {
        parcels.push(new TextDecoder().decode(parcel));
        reader.stop();
      },
      () => true,
    );
    const written = ["{1}", "", "{2}", "{3}"].map((text) => writeParcel(0, encode(text)));
    const whole = new Uint8Array(written.flatMap((bytes) => [...bytes]));
    const lengths = written.map(({ length }) => length) as [number, number, number, number];
    expect([reader.feed(whole), reader.left.length]).toEqual([undefined, whole.length - lengths[0]]);
    // The next is cut in its middle, behind a sign of life.
    const middle = reader.left.subarray(0, lengths[1] + 6);
    const rest = reader.left.subarray(middle.length);
    expect([reader.feed(middle), reader.left.length, reader.isWaiting, reader.finished]).toEqual([undefined, 0, true, 2]);
    expect([reader.feed(rest), reader.left.length]).toEqual([undefined, lengths[3]]);
    expect([reader.feed(reader.left), reader.left.length, reader.finished]).toEqual([undefined, 0, 4]);
    expect(parcels).toEqual(["0{1}", "0{2}", "0{3}"]);
  });

  it("an announced length is set aside once, and not where there is no room", () => {
    const bytes = writeParcel(0, encode(`{"id":"${"x".repeat(1_000)}"}`));
    const asked: number[] = [];
    const reader = new ParcelReader(
      () => expect.unreachable(),
      (size) => {
        asked.push(size);
        return size < 500;
      },
    );
    expect(reader.feed(bytes.subarray(0, 3))).toBeUndefined();
    expect(reader.isWaiting).toBe(true);
    expect(reader.feed(bytes.subarray(3, 10))).toBe("full");
    expect(asked).toEqual([bytes.length - 4]);
  });

  it("a length past the limit ends it before anything is set aside", () => {
    const head = new Uint8Array(4);
    for (const length of [parcelBytes + 1, 0x7fffffff, 0x80000000, 0xffffffff]) {
      new DataView(head.buffer).setUint32(0, length);
      expect(read([head])).toEqual({ parcels: [], problem: "too_large", held: [] });
    }
  });

  it("what is dropped is given back", () => {
    const held: number[] = [];
    const reader = new ParcelReader(
      () => undefined,
      (size) => held.push(size) > 0,
    );
    reader.feed(writeParcel(0, encode("{}")).subarray(0, 5));
    reader.drop();
    reader.drop();
    expect(held).toEqual([3, 0]);
    expect(reader.isWaiting).toBe(false);
  });

  it("say their link and where they belong", () => {
    const parcel = readParcel(encode('3{"id":"a.b"}'));
    expect(parcel).toMatchObject({ link: 3, route: "result" });
    expect(new TextDecoder().decode(parcel?.body)).toBe('{"id":"a.b"}');
    expect(readParcel(encode("0[]"))).toMatchObject({ link: 0, route: "frames" });
    for (const none of ["", "0", "8{}", "/{}", "x{}", "0 {}", '0"a"', "{}", "01", "\0{}"])
      expect(readParcel(encode(none)), none).toBeUndefined();
  });

  it("are what leaves room for the digit", () => {
    expect([fitsParcel(parcelBytes - 1), fitsParcel(parcelBytes)]).toEqual([true, false]);
    expect(writeParcel(0, new Uint8Array(parcelBytes - 1)).length).toBe(4 + parcelBytes);
  });
});

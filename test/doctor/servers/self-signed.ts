import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate for 127.0.0.1 that nobody trusts of himself, and its key, both as PEM: made anew, so that no key lies in the repository. */
export function selfSigned(): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaSha256 = seq(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const name = seq(der(0x31, seq(oid([0x55, 0x04, 0x03]), der(0x0c, Buffer.from("nobody")))));
  const time = (years: number): Buffer => der(0x18, Buffer.from(`${new Date().getUTCFullYear() + years}0101000000Z`));
  const body = seq(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaSha256,
    name,
    seq(time(-1), time(5)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    // The subject's alternative name: the IP address 127.0.0.1.
    der(0xa3, seq(seq(oid([0x55, 0x1d, 0x11]), der(0x04, seq(der(0x87, Buffer.from([127, 0, 0, 1]))))))),
  );
  const cert = seq(body, ecdsaSha256, der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)])));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function seq(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

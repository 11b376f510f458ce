/** A kind of file that is read: how ffmpeg makes one of a WAV file, and how near what is read comes to what ffmpeg reads. */
export interface DecodedFormat {
  readonly name: string;
  readonly extension: string;
  readonly channels: 1 | 2 | 6;
  readonly make: readonly string[];
  /** The greatest difference to ffmpeg's samples: 0 where there is only one right answer. */
  readonly within: number;
  /** `source`: as many frames as went in; `ffmpeg`: as many as ffmpeg gives, where the format has another rate or no length of its own. */
  readonly frames: "source" | "ffmpeg";
  readonly codec: string;
  readonly bits?: number;
  /** Read by ffmpeg, as the studio has it done. */
  readonly byFfmpeg?: true;
}

const exact = (
  name: string,
  extension: string,
  make: readonly string[],
  codec: string,
  bits: number,
  channels: 1 | 2 | 6 = 2,
): DecodedFormat => ({
  name,
  extension,
  channels,
  make,
  within: 0,
  frames: "source",
  codec,
  bits,
});
const pcm = (extension: string, coding: string, codec: string, bits: number): DecodedFormat =>
  exact(`${extension} ${coding}`, extension, ["-c:a", coding], codec, bits);
const packed = (
  name: string,
  extension: string,
  codec: string,
  within: number,
  make: readonly string[],
  channels: 1 | 2 | 6 = 2,
): DecodedFormat => ({
  name,
  extension,
  channels,
  make,
  within,
  frames: codec === "opus" ? "ffmpeg" : "source",
  codec,
});
/** Blocks of ADPCM are always whole: the last is filled up. */
const blocks = (name: string, extension: string, coding: string, codec: string, within: number): DecodedFormat => ({
  ...exact(name, extension, ["-c:a", coding], codec, 4),
  frames: "ffmpeg",
  within,
});
const foreign = (name: string, extension: string, make: readonly string[]): DecodedFormat => ({
  ...packed(name, extension, "ffmpeg", 0, make),
  frames: "ffmpeg",
  byFfmpeg: true,
});

/** Every kind of file that is read, a row each. */
export const decodedFormats: readonly DecodedFormat[] = [
  pcm("wav", "pcm_u8", "pcm", 8),
  pcm("wav", "pcm_s16le", "pcm", 16),
  pcm("wav", "pcm_s24le", "pcm", 24),
  pcm("wav", "pcm_s32le", "pcm", 32),
  pcm("wav", "pcm_f32le", "float", 32),
  pcm("wav", "pcm_f64le", "float", 64),
  pcm("wav", "pcm_alaw", "alaw", 8),
  pcm("wav", "pcm_mulaw", "ulaw", 8),
  // ffmpeg multiplies where IMA's paper adds up; sox, which adds, gives the same as is read here.
  blocks("wav adpcm_ima", "wav", "adpcm_ima_wav", "ima-adpcm", 0.01),
  blocks("wav adpcm_ms", "wav", "adpcm_ms", "ms-adpcm", 0),
  exact("wav extensible, six channels", "wav", ["-c:a", "pcm_s24le"], "pcm", 24, 6),
  exact("wav of unknown length", "wav", ["-c:a", "pcm_s16le", "-f", "wav", "pipe:1"], "pcm", 16),
  exact("rf64", "wav", ["-rf64", "always"], "pcm", 16),
  // Its writer fills up to eight bytes, and what it filled counts as sound.
  { ...exact("wave64", "w64", ["-c:a", "pcm_s16le"], "pcm", 16), frames: "ffmpeg" },
  pcm("aiff", "pcm_s8", "pcm", 8),
  pcm("aiff", "pcm_s16be", "pcm", 16),
  pcm("aiff", "pcm_s24be", "pcm", 24),
  pcm("aiff", "pcm_s32be", "pcm", 32),
  pcm("aiff", "pcm_f32be", "float", 32),
  pcm("aiff", "pcm_f64be", "float", 64),
  pcm("aiff", "pcm_s16le", "pcm", 16),
  pcm("aiff", "pcm_alaw", "alaw", 8),
  pcm("aiff", "pcm_mulaw", "ulaw", 8),
  blocks("aiff adpcm_ima_qt", "aiff", "adpcm_ima_qt", "ima-adpcm", 0),
  pcm("caf", "pcm_s16be", "pcm", 16),
  pcm("caf", "pcm_s24le", "pcm", 24),
  pcm("caf", "pcm_f32le", "float", 32),
  pcm("caf", "pcm_f64be", "float", 64),
  pcm("caf", "pcm_alaw", "alaw", 8),
  blocks("caf adpcm_ima_qt", "caf", "adpcm_ima_qt", "ima-adpcm", 0),
  exact("flac 16", "flac", [], "flac", 16),
  exact("flac 24", "flac", ["-sample_fmt", "s32"], "flac", 24),
  exact("flac mono", "flac", ["-compression_level", "12"], "flac", 16, 1),
  exact("flac, six channels", "flac", [], "flac", 16, 6),
  exact("flac in ogg", "ogg", ["-c:a", "flac"], "flac", 16),
  packed("mp3, steady", "mp3", "mp3", 2e-5, ["-b:a", "128k"]),
  packed("mp3, varying", "mp3", "mp3", 2e-5, ["-q:a", "2"]),
  packed("mp3, one channel", "mp3", "mp3", 2e-5, ["-b:a", "64k"], 1),
  packed("vorbis", "ogg", "vorbis", 2e-6, ["-c:a", "libvorbis", "-q:a", "5"]),
  packed("vorbis, one channel", "ogg", "vorbis", 2e-6, ["-c:a", "libvorbis"], 1),
  packed("vorbis, six channels", "ogg", "vorbis", 1e-5, ["-c:a", "libvorbis"], 6),
  packed("opus", "opus", "opus", 2e-5, ["-c:a", "libopus"]),
  packed("opus, one channel", "opus", "opus", 2e-5, ["-c:a", "libopus"], 1),
  packed("opus, six channels", "opus", "opus", 5e-5, ["-c:a", "libopus", "-mapping_family", "1"], 6),
  foreign("aac in mp4", "m4a", ["-c:a", "aac"]),
  foreign("aac, bare", "aac", ["-c:a", "aac"]),
  foreign("alac in mp4", "m4a", ["-c:a", "alac"]),
  foreign("alac in caf", "caf", ["-c:a", "alac"]),
];

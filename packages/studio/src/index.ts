export { audioCeilings } from "./audio-files/audio-ceilings.ts";
export { type AudioEncoder, type EncodeOptions, type EncodedSample, encodePieces, encodeWhole } from "./audio-files/audio-encoder.ts";
export { AudioFileError, type AudioFileProblem } from "./audio-files/audio-file-error.ts";
export { decodeAudio } from "./audio-files/decode-audio.ts";
export type { AudioFormat, Container, DecodedAudio } from "./audio-files/decoded-audio.ts";
export { type EncodedKind, encodeAudio, encodedKinds } from "./audio-files/encode-audio.ts";
export { type CompileOptions, compilePlan } from "./compile-plan.ts";
export { builtInDevices } from "./devices/built-in.ts";
export { demoSong } from "./demo/demo-song.ts";
export { type Preset, presetParams, presets } from "./devices/presets.ts";
export { type DeviceCheck, checkDevice } from "./kernel/check-device.ts";
export { type DeviceGraph, type Feed, type KitPiece, type ModuleSpec, type ParamSpec, type SoundGraph, isKit } from "./kernel/device.ts";
export { Engine } from "./kernel/engine.ts";
export type { SampleData } from "./kernel/modules/module.ts";
export { type PlanChange, planChange } from "./kernel/plan-change.ts";
export type { ClipPlan, Curve, NotePlan, Plan, StripPlan, TrackPlan } from "./kernel/plan.ts";
export { type Loudness, LoudnessMeter, lufsOf } from "./meters/loudness.ts";
export { type Coefficients, cookbook } from "./kernel/biquad.ts";
export { TruePeakMeter } from "./meters/true-peak.ts";
export { type RenderPiece, type RenderRange, type StemPiece, render, roomsStem } from "./render.ts";
export { type RenderOptions, type Renderer, ownedPiece, renderHere } from "./renderer.ts";
export { samplesOf } from "./samples-of.ts";
export { songFileCeilings } from "./song/song-file-ceilings.ts";
export { type LogMark, type SongFile, SongFileError, canonicalSong, checkedSong, readSong } from "./song/song-file.ts";
export { emptySong } from "./song/empty-song.ts";
export { plainName } from "./song/plain-name.ts";
export type { Author, Change } from "./song/change.ts";
export type { Difference } from "./song/difference.ts";
export { type LogLine, appendLine, logBeginning } from "./log/log-line.ts";
export { logCeilings } from "./log/log-ceilings.ts";
export { isAuthor, isChange, parseChange } from "./log/parse-change.ts";
export { type LogProblem, type ReadLog, readLog } from "./log/read-log.ts";
export { type ReadReview, parseReview, readReview, writeReview } from "./open-song/parse-review.ts";
export { spaceCeilings } from "./daemon/space-ceilings.ts";
export type { SpaceConnection } from "./daemon/space-connection.ts";
export { SpaceDaemon, type SpaceDaemonOptions, type SpaceLimits } from "./daemon/space-daemon.ts";
export { spaceProtocol } from "./daemon/space-greeting.ts";
export { type SpacePort, spaceEnds } from "./daemon/space-port.ts";
export { songDifferences } from "./song/differences.ts";
export { History, type KeptPart, type Undone } from "./song/history.ts";
export { historyCeilings } from "./song/history-ceilings.ts";
export { type Op, type OpRow, type Role, roles } from "./song/op-row.ts";
export { patchSong } from "./song/patch-song.ts";
export { type Applied, applyOps, opProblem, ops } from "./song/ops.ts";
export { type Clip, type Id, type Note, type Song, type SongTrack, ticksPerQuarter } from "./song/song.ts";
export { MeterMap, TempoMap, barsBeats } from "./song/tempo-map.ts";
export type { Clipboard } from "./clipboard.ts";
export { type Command, type CommandKind, type Menu, menus } from "./commands/command.ts";
export { commandCeilings } from "./commands/command-ceilings.ts";
export { commands } from "./commands/commands.ts";
export { paramsDoc } from "./commands/params-doc.ts";
export { commandNamed, runCommand } from "./commands/run-command.ts";
export { orderBetween } from "./song/order-key.ts";
export { songRate } from "./song/song-rate.ts";
export { type Caller, type Right, rightsOf } from "./open-song/caller.ts";
export { type Completed, completeOps, orderAfter } from "./open-song/complete-op.ts";
export { type NewIds, followingIds, randomIds } from "./open-song/new-ids.ts";
export {
  type ApplyOptions,
  type ApplyResult,
  type Approved,
  type DecideOptions,
  OpenSong,
  type OpenSongOptions,
} from "./open-song/open-song.ts";
export { songCeilings } from "./open-song/ceilings.ts";
export {
  type Decision,
  type Proposal,
  type ProposalRequest,
  type ProposalStatus,
  type Take,
  isOpenProposal,
} from "./open-song/proposal.ts";
export { type AgentRule, type RenderNote, type ReviewState, emptyReview } from "./open-song/review-state.ts";
export type { CommentRequest, SongComment } from "./open-song/song-comment.ts";
export { Refusal, type RefusalCode, refusals } from "./open-song/refusal.ts";
export type { SongEvent, SongListener } from "./open-song/song-event.ts";
export { type Selection, emptySelection } from "./selection.ts";
export { Studio } from "./studio.ts";
export type * from "./studio-ports.ts";
export { type Pick, Picks, type Standing } from "./tools/picks.ts";
export { runStudioTool, thrownOutcome } from "./tools/run-studio-tool.ts";
export { type StudioCall, type StudioTool, type ToolPlace, type ToolRow, studioTool } from "./tools/studio-tool.ts";
export { tabInstructions } from "./tools/guides/tab-instructions.ts";
export { studioPrompts } from "./tools/prompts.ts";
export { pageTools, studioTools, toolsAt } from "./tools/studio-tools.ts";
export { tabCatalog } from "./tools/tab-catalog.ts";
export { toolCeilings } from "./tools/tool-ceilings.ts";
export { shareCharacters, shareText, sharedSong } from "./share/share-text.ts";
export { type ControlTool, type ControlToolName, controlTools } from "./control/control-tools.ts";
export { resample } from "./audio-files/resample.ts";
export { type Measures, Measurer, measureWhole } from "./measure/measure.ts";
export { PcmHash, pcmHash, sampleHash } from "./measure/pcm-hash.ts";
export { Sha256 } from "./measure/sha256.ts";
export { Spectrogram, type SpectrogramImage, type SpectrogramSize } from "./measure/spectrogram.ts";
export { type BandName, bands } from "./measure/tone-meter.ts";
export { type Waveform, peaksOf } from "./measure/waveform.ts";
export { midiCeilings } from "./midi/midi-ceilings.ts";
export { MidiFileError } from "./midi/midi-file-error.ts";
export type { MidiNote, MidiSong, MidiTrack } from "./midi/midi-song.ts";
export { readMidi } from "./midi/read-midi.ts";
export { type MidiImport, songOpsOfMidi } from "./midi/song-ops-of-midi.ts";
export { writeMidi } from "./midi/write-midi.ts";
export { agentOf } from "./toolset/agent-of.ts";
export { filesText } from "./toolset/instructions.ts";
export { StudioResources } from "./toolset/studio-resources.ts";
export { type StudioToolsetOptions, toToolset } from "./toolset/studio-toolset.ts";
export { type AudioDecoder, type DecodeOptions, decodeHere } from "./audio-decoder.ts";
export { type Ask, type AskName, type AskResult, asks, runAsk } from "./sync/ask.ts";
export { type AttachedFollower, SongHost, type SongHostOptions, type SyncLimits } from "./sync/song-host.ts";
export { SongFollower, type SongFollowerOptions } from "./sync/song-follower.ts";
export { syncCeilings } from "./sync/sync-ceilings.ts";
export { type FollowerMessage, type HostMessage, type SyncPort, syncEnds } from "./sync/sync-messages.ts";
export { songOfCalls } from "./commands/song-of-calls.ts";

export { useVoice } from './use-voice.ts'
export { RecordingRefused, type Refusal, whyRefused } from './voice-format.ts'

export { soundFields } from './sound-fields.ts'
export { type Sound, barsOf, measureSound } from './wave.ts'

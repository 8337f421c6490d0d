import { samples } from '../../../apps/server/test/files.ts'

/** Small sample files. */
export const files = {
  picture: () => samples.png(64, 48),
  sticker: () => samples.webp(64, 48),
  paper: samples.pdf,
  voice: samples.ogg,
  song: samples.mp3,
  video: samples.mp4,
  frame: () => samples.jpeg(96, 72),
}

import { mp3Of } from './mp3.ts'

export interface Sound {
  samples: Float32Array
  sampleRate: number
  bitsPerSecond: number
}

/** Beside the page, which goes on meanwhile. */
addEventListener('message', ({ data }: MessageEvent<Sound>) => {
  postMessage(new Blob(mp3Of(data.samples, data.sampleRate, data.bitsPerSecond), { type: 'audio/mpeg' }))
})

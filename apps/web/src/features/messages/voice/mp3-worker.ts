import { mp3Of } from './mp3.ts'

export interface Sound {
  samples: Float32Array
  sampleRate: number
  bitsPerSecond: number
}

/** Encodes in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<Sound>) => {
  postMessage(new Blob(mp3Of(data.samples, data.sampleRate, data.bitsPerSecond), { type: 'audio/mpeg' }))
})

import { expect, test } from 'vitest'
import { voiceFile } from './voice-file.ts'
import { isTooShort } from './voice-format.ts'

test.each([
  { recorded: 'audio/webm;codecs=opus', kept: 'ogg' },
  { recorded: 'audio/mp4', kept: 'mp3' },
] as const)('a recording without any sound is too short: %o', async (format) => {
  const head = new Blob([new Uint8Array(110)], { type: format.recorded })

  expect(isTooShort(await voiceFile(head, format, 'audio'))).toBe(true)
})

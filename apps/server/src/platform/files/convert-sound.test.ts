import { Input, BufferSource, MP4, OGG } from 'mediabunny'
import { expect, test } from 'vitest'
import { recordings } from '#test/services/recordings'
import { convertSound } from './convert-sound.ts'

async function soundIn(bytes: Buffer | undefined) {
  if (!bytes) return undefined
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, OGG] })
  const track = await input.getPrimaryAudioTrack()
  return { codec: await track?.getCodec(), seconds: await input.computeDuration() }
}

test('a recording of a browser becomes Ogg', async () => {
  const ogg = await convertSound(await recordings.webm(), 'ogg')

  expect(ogg?.toString('latin1', 0, 4)).toBe('OggS')
  expect(await soundIn(ogg)).toEqual({ codec: 'opus', seconds: expect.closeTo(1, 1) })
})

test('a recording of a phone becomes MP4', async () => {
  expect(await soundIn(await convertSound(recordings.aac(), 'm4a'))).toEqual({
    codec: 'aac',
    seconds: expect.closeTo(1, 1),
  })
})

test.each([
  ['is no recording', async () => Buffer.from('<html>'), 'ogg'],
  ['is empty', async () => Buffer.alloc(0), 'ogg'],
  ['breaks off', async () => (await recordings.webm()).subarray(0, 60), 'ogg'],
  ['has another sound than the container takes', async () => recordings.aac(), 'ogg'],
  ['has another sound than the container takes', async () => recordings.webm(), 'm4a'],
] as const)('what %s is not converted', async (_what, make, container) => {
  expect(await convertSound(await make(), container)).toBeUndefined()
})

test('what never ends is given up, and the process goes on', { timeout: 30_000 }, async () => {
  expect(await convertSound(recordings.endlessAac(), 'm4a')).toBeUndefined()
  expect(await convertSound(recordings.aac(), 'm4a')).toBeDefined()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { measureFor, soundAt, subscribeToSounds } from './measured-sounds.ts'

const staying = new AbortController().signal
const file = new Blob(['a sound'])
const decode = vi.fn<() => Promise<unknown>>()

beforeEach(() => {
  decode.mockReset().mockResolvedValue({ duration: 2, getChannelData: () => new Float32Array(640).fill(0.5) })
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decode
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('a sound that came without a wave gets one, and every player of it is told', async () => {
  const { promise: isTold, resolve: tell } = Promise.withResolvers<void>()
  const leave = subscribeToSounds(tell)
  expect(soundAt('/media/1.ogg?key=a')).toBeUndefined()

  measureFor(staying, '/media/1.ogg?key=a', file)
  await isTold
  leave()

  const sound = soundAt('/media/1.ogg?key=a')
  expect(sound?.seconds).toBe(2)
  expect(new Set(sound?.wave)).toEqual(new Set([100]))
  // The address with which the message is shown later.
  expect(soundAt('/media/1.ogg?key=b')).toBe(sound)
})

test('a sound is decoded once, however many players ask, and one that is broken keeps no other waiting', async () => {
  decode.mockRejectedValueOnce(new Error('no sound'))
  measureFor(staying, '/media/broken.ogg', file)
  for (let players = 0; players < 3; players++) measureFor(staying, '/media/2.ogg', file)
  measureFor(staying, '/media/3.ogg', file)

  await vi.waitFor(() => expect(soundAt('/media/3.ogg')).toBeDefined())
  expect(soundAt('/media/2.ogg')).toBeDefined()
  expect(soundAt('/media/broken.ogg')).toBeUndefined()
  expect(decode).toHaveBeenCalledTimes(3)
})

test('a player that is gone measures nothing', async () => {
  measureFor(AbortSignal.abort(), '/media/4.ogg', file)
  measureFor(staying, '/media/5.ogg', file)

  await vi.waitFor(() => expect(soundAt('/media/5.ogg')).toBeDefined())
  expect(soundAt('/media/4.ogg')).toBeUndefined()
})

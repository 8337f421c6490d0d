import { expect, test } from 'vitest'
import { RecordingRefused, clockOf, isIos, isTooShort, voiceFormat, voiceName, whyRefused } from './voice-format.ts'

const browsers = {
  Chrome: ['audio/webm', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/mp4;codecs=opus'],
  Firefox: ['audio/webm', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'],
  'current Safari': ['audio/mp4', 'audio/webm', 'audio/webm;codecs=opus'],
  'an older Safari': ['audio/mp4'],
  'a browser without a recorder': [],
}

test.each([
  ['Chrome', false, { recorded: 'audio/webm;codecs=opus', kept: 'ogg' }],
  ['Firefox', false, { recorded: 'audio/ogg;codecs=opus', kept: 'ogg' }],
  ['current Safari', false, { recorded: 'audio/webm;codecs=opus', kept: 'ogg' }],
  ['current Safari', true, { recorded: 'audio/mp4', kept: 'mp3' }],
  ['an older Safari', false, { recorded: 'audio/mp4', kept: 'mp3' }],
  ['an older Safari', true, { recorded: 'audio/mp4', kept: 'mp3' }],
  ['a browser without a recorder', false, undefined],
] as const)('%s (on iOS: %s) records %o', (browser, onIos, expected) => {
  const types: readonly string[] = browsers[browser]

  expect(voiceFormat(onIos, (type) => types.includes(type))).toEqual(expected)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Mozilla/5.0 (Linux; Android 15)', 5, false],
])('%s with %d touch points is iOS: %s', (userAgent, maxTouchPoints, expected) => {
  expect(isIos({ userAgent, maxTouchPoints })).toBe(expected)
})

test.each([
  [9999, true],
  [10_000, false],
])('a recording of %d bytes is discarded: %s', (size, expected) => {
  expect(isTooShort(new Blob([new Uint8Array(size)]))).toBe(expected)
})

test.each([
  [new DOMException('', 'NotAllowedError'), 'denied'],
  [new DOMException('', 'NotFoundError'), 'missing'],
  [new DOMException('', 'NotReadableError'), 'inUse'],
  [new RecordingRefused('insecure'), 'insecure'],
  [new TypeError('Failed to fetch dynamically imported module'), 'failed'],
  ['?', 'failed'],
])('the error %s gives the reason %s', (error, expected) => {
  expect(whyRefused(error)).toBe(expected)
})

test.each([
  [0, '00:00'],
  [14.9, '00:14'],
  [61, '01:01'],
  [900, '15:00'],
])('%d seconds are %s', (seconds, expected) => {
  expect(clockOf(seconds)).toBe(expected)
})

test('the file name contains the time of the recording', () => {
  expect(voiceName(new Date(2026, 10, 5, 9, 7, 3), 'ogg')).toBe('audio-20261105-090703.ogg')
})

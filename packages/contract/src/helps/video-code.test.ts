import { describe, expect, test } from 'vitest'
import { HelpBody } from './helps.ts'

const parse = (video: unknown) => HelpBody.safeParse({ title: 'Primeiros passos', video })
const stored = (video: unknown) => parse(video).data?.video

describe('the code of a video', () => {
  test.each([
    'dQw4w9WgXcQ',
    '  dQw4w9WgXcQ ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?list=PL123&v=dQw4w9WgXcQ&t=42s',
    'http://m.youtube.com/watch?v=dQw4w9WgXcQ#t=1',
    'HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ',
    'youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?start=3',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
  ])('is read from %s', (given) => {
    expect(stored(given)).toBe('dQw4w9WgXcQ')
  })

  test.each(['-_abcDEF012', '_________'])('may be %s, which looks like no address', (code) => {
    expect(stored(code)).toBe(code)
  })

  test.each([
    ['is too short', 'abc'],
    ['is too long', 'a'.repeat(21)],
    ['would leave the attribute', '"><script>alert(1)</script>'],
    ['would leave the path', '../../evil.test/a'],
    ['would add parameters', 'dQw4w9WgXcQ?autoplay=1&origin=evil'],
    ['is a script', 'javascript:alert(1)'],
    ['is data', 'data:text/html,<script>alert(1)</script>'],
    ['is of another host', 'https://evil.test/embed/dQw4w9WgXcQ'],
    ['is of a host that ends like the right one', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ'],
    ['names the right host before an @', 'https://www.youtube.com@evil.test/watch?v=dQw4w9WgXcQ'],
    ['is hostile within an address of the right host', 'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E'],
    ['is encoded within an address of the right host', 'https://youtu.be/dQw4w%2F..%2FgXcQ'],
    ['is a playlist', 'https://www.youtube.com/playlist?list=PL1234567890'],
    ['is a channel', 'https://www.youtube.com/@guiche'],
    ['has a line break', 'dQw4w9\nWgXcQ'],
    ['has letters of another script', 'dQw4w9WgХcQ'],
  ])('is refused if it %s', (_why, given) => {
    expect(parse(given).error?.issues).toMatchObject([{ path: ['video'], message: 'invalidVideo' }])
  })

  test.each([undefined, null, 12, {}])('is required: %j', (given) => {
    expect(parse(given).error?.issues).toMatchObject([{ path: ['video'], message: 'required' }])
  })
})

import pg from 'pg'
import { expect, test } from 'vitest'
import { parseMoment } from './parse-moment.ts'

const ofClient = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

test.each([
  '2026-11-22 16:13:05+00',
  '2026-11-22 16:13:05.1+00',
  '2026-11-22 16:13:05.12+00',
  '2026-11-22 16:13:05.123+00',
  '2026-11-22 16:13:05.123999+00',
  '2024-02-29 23:59:59.000001+00',
  '1969-12-31 23:59:59.5+00',
  '2999-12-31 00:00:00+00',
  '2026-11-22 13:13:05.123456-03',
  '2026-11-22 21:43:05+05:30',
  '0044-03-15 12:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
  '12026-11-22 16:13:05+00',
])('%s is parsed to the same moment as by the client', (text) => {
  expect(parseMoment(text)).toEqual(ofClient(text))
})

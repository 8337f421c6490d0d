import { z } from 'zod'
import { whole } from './fields.ts'
import { limits } from './limits.ts'

/** The loudness of a recording in equal parts: numbers from 0 to 100, separated by commas. */
export const Wave = z
  .string()
  .regex(/^(\d{1,2}|100)(,(\d{1,2}|100)){0,127}$/, 'outOfRange')
  .transform((text) => text.split(',').map(Number))

/** The length of a recording in seconds, as the browser knows it. */
export const MediaSeconds = whole(1, limits.mediaSeconds)

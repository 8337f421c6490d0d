import { z } from 'zod'

/** A text that is there and at most so long. */
export const upTo = (length: number) =>
  z.string().min(1, 'must not be empty').max(length, `must be at most ${length} characters long`)

export const HttpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'is no http(s) address')

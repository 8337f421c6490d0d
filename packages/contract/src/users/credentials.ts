import { z } from 'zod'
import { limits } from '../shared/limits.ts'

export const Credentials = z.object({
  email: z.string('invalidEmail').trim().min(1, 'invalidEmail').max(254, 'invalidEmail'),
  password: z.string('passwordTooShort').min(1, 'passwordTooShort').max(1024, 'tooLong'),
})

/** For new passwords. Shorter ones of earlier versions stay valid until they are changed. */
export const Password = z.string('required').min(limits.password, 'tooShort').max(50, 'tooLong')

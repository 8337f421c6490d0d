import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Document } from '../shared/documents.ts'
import { Done, Email, Id, Name, When, whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'

/** What a password for a new account must have (docs/requirements/back-office.md, section 5). */
export const passwordRules = [
  { rule: 'long', points: 33, isMet: (password: string) => password.length >= limits.password },
  { rule: 'lower', points: 33, isMet: (password: string) => /\p{Ll}/u.test(password) },
  { rule: 'upper', points: 34, isMet: (password: string) => /\p{Lu}/u.test(password) },
] as const

const Password = z
  .string('required')
  .min(limits.password, 'weakPassword')
  .max(50, 'tooLong')
  .refine((password) => passwordRules.every(({ isMet }) => isMet(password)), 'weakPassword')

/** Area code and number of a Brazilian mobile phone, without 55. */
const Phone = z
  .string('required')
  .max(30, 'invalidPhone')
  .overwrite((text) => text.replace(/\D/g, ''))
  .regex(/^\d{11}$/, 'invalidPhone')

/**
 * A stranger makes a company and becomes its admin. Existing clients also send a `companyId`, which is not read: nobody
 * joins a company in this way (S27).
 */
export const SignUp = z.object({
  name: Name,
  email: Email,
  password: Password,
  phone: Phone,
  document: Document,
  companyName: Name,
  planId: Id,
  /** The terms are accepted. */
  termo: z.literal(true, 'termsRequired'),
  /** The version that was shown; without it the newest one is meant. */
  termsVersion: whole(1, limits.integer).optional(),
})

export const Terms = z.object({ version: z.number(), text: z.string(), createdAt: When })
export type Terms = z.output<typeof Terms>

export const TermsBody = z.object({
  text: z.string('required').trim().min(1, 'required').max(limits.termsText, 'tooLong'),
})

export const signUpCalls = {
  signUpOffer: endpoint({
    method: 'GET',
    path: '/auth/signup',
    summary: 'Whether strangers may sign up now',
    access: 'public',
    feature: 'none',
    answer: z.object({ isOpen: z.boolean() }),
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/auth/signup',
    summary: 'A new company on a public plan, with the caller as its admin',
    access: 'public',
    feature: 'none',
    body: SignUp,
    answer: Done,
  }),
  getTerms: endpoint({
    method: 'GET',
    path: '/terms',
    summary: 'The terms that those who sign up accept',
    access: 'public',
    feature: 'none',
    answer: Terms,
  }),
  saveTerms: endpoint({
    method: 'PUT',
    path: '/terms',
    summary: 'A new version of the terms; older ones are kept',
    access: 'super',
    feature: 'none',
    body: TermsBody,
    answer: Terms,
  }),
} as const

import { z } from 'zod'
import { endpoint } from './call.ts'
import { SessionUser } from './views.ts'

const Tokens = z.object({ token: z.string(), publicToken: z.string(), user: SessionUser })

export const Credentials = z.object({
  email: z.string('invalidEmail').trim().min(1, 'invalidEmail').max(254, 'invalidEmail'),
  password: z.string('passwordTooShort').min(1, 'passwordTooShort').max(1024, 'tooLong'),
})

export const sessionCalls = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in; ends the older session of the same user',
    access: 'public',
    body: Credentials,
    answer: Tokens,
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/auth/refresh_token',
    summary: 'A new access token for the refresh cookie, which is rotated',
    access: 'public',
    answer: Tokens,
  }),
  logout: endpoint({
    method: 'DELETE',
    path: '/auth/logout',
    summary: 'End the session',
    access: 'expired',
    answer: z.object({}),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    summary: 'Who is logged in',
    access: 'expired',
    answer: z.object({ id: z.number(), profile: z.string(), super: z.boolean() }),
  }),
  version: endpoint({
    method: 'GET',
    path: '/version',
    summary: 'The version that runs',
    access: 'public',
    answer: z.object({ version: z.string() }),
  }),
} as const

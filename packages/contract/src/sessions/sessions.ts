import { z } from 'zod'
import { PlanView } from '../companies/plans.ts'
import { SettingPair } from '../settings/settings.ts'
import { endpoint } from '../shared/call.ts'
import { Credentials } from '../users/credentials.ts'
import { UserView } from '../users/users.ts'

export const SessionUser = UserView.extend({
  company: z.object({
    id: z.number(),
    name: z.string(),
    /** `neverDue` if there is none. */
    dueDate: z.string(),
    /** Days after the due date in which everything still works. */
    graceDays: z.number(),
    /** The due date is the end of a trial. */
    isTrial: z.boolean(),
    document: z.string(),
    timezone: z.string(),
    plan: PlanView,
    /** All settings as key and value, in a nested list, because existing clients expect them so. */
    companieSettings: z.array(z.array(SettingPair)),
  }),
})
export type SessionUser = z.output<typeof SessionUser>

const Tokens = z.object({ token: z.string(), publicToken: z.string(), user: SessionUser })

export const sessionCalls = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in; ends the older session of the same user',
    access: 'public',
    feature: 'none',
    body: Credentials,
    answer: Tokens,
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/auth/refresh_token',
    summary: 'A new access token for the refresh cookie, which is rotated',
    access: 'public',
    feature: 'none',
    answer: Tokens,
  }),
  logout: endpoint({
    method: 'DELETE',
    path: '/auth/logout',
    summary: 'End the session',
    access: 'expired',
    feature: 'none',
    answer: z.object({}),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    summary: 'Who is logged in',
    access: 'expired',
    feature: 'none',
    answer: z.object({ id: z.number(), profile: z.string(), super: z.boolean() }),
  }),
  version: endpoint({
    method: 'GET',
    path: '/version',
    summary: 'The version that runs',
    access: 'public',
    feature: 'none',
    answer: z.object({ version: z.string() }),
  }),
} as const

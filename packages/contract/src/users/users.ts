import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import {
  Done,
  Email,
  Hour,
  Id,
  IdParams,
  Name,
  OptionalId,
  OptionalText,
  PageNumber,
  SearchParam,
  Switch,
  changeOf,
} from '../shared/fields.ts'
import { QueueRef, Timestamps } from '../shared/refs.ts'
import { Credentials, Password } from './credentials.ts'

export const UserView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  /** Empty except for admins and the user themselves. */
  email: z.string(),
  profile: z.enum(['admin', 'supervisor', 'user']),
  super: z.boolean(),
  online: z.boolean(),
  /** A file name under /public/company{id}/user/. */
  profileImage: z.string().nullable(),
  color: z.string(),
  wpp: z.string().nullable(),
  language: z.string(),
  startWork: z.string(),
  endWork: z.string(),
  farewellMessage: z.string(),
  allTicket: z.enum(['enable', 'disable']),
  allowGroup: z.boolean(),
  showDashboard: Switch,
  allowRealTime: Switch,
  allowConnections: Switch,
  whatsappId: z.number().nullable(),
  defaultTheme: z.enum(['light', 'dark']),
  defaultMenu: z.enum(['open', 'closed']),
  /** After closing a ticket, the next one that waits for an answer opens. */
  opensNextTicket: z.boolean(),
  queues: z.array(QueueRef.extend({ UserQueue: z.object({ userId: z.number(), queueId: z.number() }) })),
  tickets: z.array(z.object({ id: z.number() })),
  ...Timestamps,
})
export type UserView = z.output<typeof UserView>

const fields = {
  profile: z.enum(['admin', 'supervisor', 'user']),
  startWork: Hour,
  endWork: Hour,
  farewellMessage: OptionalText,
  allTicket: z.enum(['enable', 'disable']),
  allowGroup: z.boolean(),
  showDashboard: Switch,
  allowRealTime: Switch,
  allowConnections: Switch,
  defaultTheme: z.enum(['light', 'dark']),
  defaultMenu: z.enum(['open', 'closed']),
  opensNextTicket: z.boolean(),
  wpp: z.string().max(20).nullable(),
  color: z.string().max(9).nullable(),
  whatsappId: OptionalId,
  queueIds: z.array(Id).max(500),
  language: z.enum(['pt-BR', 'pt', 'en', 'es', 'tr']),
}

export const NewUser = z
  .object({ name: Name, email: Email, password: Password })
  .extend(changeOf(z.object(fields)).shape)
/** Users need `currentPassword` to change their own password or e-mail. An empty password changes nothing. */
export const UserChange = changeOf(
  z.object({
    name: Name,
    email: Email,
    password: Password.or(z.literal('')),
    currentPassword: z.string().max(1024),
    super: z.boolean(),
    ...fields,
  }),
)

const CompanyQuery = z.object({ companyId: Id.optional() })

export const userCalls = {
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Users of the company, a page',
    access: 'user',
    feature: 'none',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber, companyId: Id.optional() }),
    answer: z.object({ users: z.array(UserView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickUsers: endpoint({
    method: 'GET',
    path: '/users/list',
    summary: 'All users by id, for pick lists',
    access: 'user',
    feature: 'none',
    query: CompanyQuery,
    answer: z.array(
      UserView.pick({ id: true, name: true, email: true, profile: true, online: true }).extend({
        queues: z.array(QueueRef),
      }),
    ),
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/users/:id',
    summary: 'One user',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: UserView,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'A new user',
    access: 'admin',
    feature: 'none',
    body: NewUser,
    answer: UserView,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change a user, or oneself',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: UserChange,
    answer: UserView,
  }),
  createOneTimePassword: endpoint({
    method: 'POST',
    path: '/users/:id/one-time-password',
    summary: 'A password for somebody who cannot get in, shown once; they have to change it when they log in',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    query: CompanyQuery,
    answer: z.object({ password: z.string() }),
  }),
  changeOneTimePassword: endpoint({
    method: 'PUT',
    path: '/auth/password',
    summary: 'Replace a one-time password by an own one, before the login',
    access: 'public',
    feature: 'none',
    body: Credentials.extend({ newPassword: Password }),
    answer: Done,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Archive a user; their open tickets go back to the queue',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  setUserAvatar: endpoint({
    method: 'POST',
    path: '/users/:id/media-upload',
    summary: 'A picture of a user',
    access: 'user',
    feature: 'none',
    params: IdParams,
    form: z.object({ userId: Id.optional(), typeArch: z.string().max(20).optional() }),
    answer: z.object({ user: z.object({ profileImage: z.string().nullable() }), message: z.string() }),
  }),
} as const

import { z } from 'zod'
import { endpoint } from './call.ts'
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
} from './fields.ts'
import { QueueRef, UserView } from './views.ts'

export const Password = z.string('required').min(5, 'tooShort').max(50, 'tooLong')

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
  wpp: z.string().max(20).nullable(),
  color: z.string().max(9).nullable(),
  whatsappId: OptionalId,
  queueIds: z.array(Id).max(500),
  language: z.enum(['pt-BR', 'pt', 'en', 'es', 'tr']),
}

export const NewUser = z
  .object({ name: Name, email: Email, password: Password })
  .extend(changeOf(z.object(fields)).shape)
/** `currentPassword` is asked of who changes their own password. An empty password changes nothing. */
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
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber, companyId: Id.optional() }),
    answer: z.object({ users: z.array(UserView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickUsers: endpoint({
    method: 'GET',
    path: '/users/list',
    summary: 'All users by id, for pick lists',
    access: 'user',
    query: CompanyQuery,
    answer: z.array(
      z.object({ id: z.number(), name: z.string(), email: z.string(), online: z.boolean(), queues: z.array(QueueRef) }),
    ),
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/users/:id',
    summary: 'One user',
    access: 'user',
    params: IdParams,
    answer: UserView,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'A new user',
    access: 'admin',
    body: NewUser,
    answer: UserView,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change a user, or oneself',
    access: 'user',
    params: IdParams,
    body: UserChange,
    answer: UserView,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Archive a user; their open tickets go back to the queue',
    access: 'admin',
    params: IdParams,
    answer: Done,
  }),
  setUserAvatar: endpoint({
    method: 'POST',
    path: '/users/:id/media-upload',
    summary: 'A picture of a user',
    access: 'user',
    params: IdParams,
    form: z.object({ userId: Id.optional(), typeArch: z.string().max(20).optional() }),
    answer: z.object({ user: z.object({ profileImage: z.string().nullable() }), message: z.string() }),
  }),
} as const

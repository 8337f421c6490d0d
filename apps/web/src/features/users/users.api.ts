import { type UserView, api } from '@guiche/contract'
import { type QueryClient, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { fileRefusals } from '../../lib/files/file-refusals.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { amendUser, useMe } from '../../lib/session.ts'
import { type UserValues, bodyOf } from './user-values.ts'

const lists = { key: ['users'], field: 'users' } as const

export const userList = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listUsers, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
    // Tickets come and go without an event for this list.
    staleTime: 0,
  })

/** For the operator: the users of a company. No event tells of them in the operator's window. */
export const companyUsers = (companyId: number, searchParam: string) =>
  infiniteQueryOptions({
    queryKey: ['company-users', companyId, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listUsers, { query: { companyId, searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
    staleTime: 0,
  })

export function useLiveUsers(): void {
  const client = useQueryClient()
  useLive('user', (event) => {
    if (event.action === 'delete') return dropRow(client, lists, Number(event.userId))
    put(client, withoutTickets(event.user))
  })
}

/** Only the list counts open tickets: elsewhere they are empty. */
function withoutTickets<User extends Partial<UserView>>({ tickets: _tickets, ...user }: User): Omit<User, 'tickets'> {
  return user
}

/** Updates a row, or refetches the list for a new user, whose position only the server knows. */
function put(client: QueryClient, user: Partial<UserView> & Pick<UserView, 'id'>) {
  if (!mergeRow(client, lists, user)) void client.invalidateQueries({ queryKey: lists.key })
}

interface Saving {
  values: UserValues
  picture: File | undefined
  /** Called when the fields are stored and the picture is not yet. */
  onStored: (user: UserView) => void
}

/** Saves the fields first, because the upload of the picture needs the new user's id. */
export function useSaveUser(id: number | undefined, before: UserValues) {
  const client = useQueryClient()
  const me = useMe()
  return useMutation({
    mutationFn: async ({ values, picture, onStored }: Saving): Promise<UserView> => {
      const body = bodyOf(values)
      const user = id
        ? await call(api.updateUser, { params: { id }, body: changesOf(bodyOf(before), body) })
        : await call(api.createUser, { body })
      onStored(user)
      return picture ? { ...user, ...(await uploadPicture(user.id, picture)) } : user
    },
    onSuccess: (user) => {
      put(client, withoutTickets(user))
      if (user.id === me.id) amendUser(user)
    },
    meta: { handles: ['ERR_EMAIL_NOT_ACCEPTED', 'ERR_WEAK_PASSWORD', 'ERR_WRONG_PASSWORD', ...fileRefusals] },
  })
}

async function uploadPicture(id: number, picture: File) {
  const { user } = await upload(
    api.setUserAvatar,
    { params: { id }, form: { userId: id, typeArch: 'user' } },
    { files: [picture], field: 'profileImage' },
  )
  return user
}

export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: UserView) => call(api.deleteUser, { params: { id } }),
    onSuccess: (_, { id }) => dropRow(client, lists, id),
  })
}

/** The answer is shown once and kept nowhere. */
export const useGiveOneTimePassword = (companyId: number | undefined) =>
  useMutation({
    mutationFn: (id: number) =>
      call(api.createOneTimePassword, { params: { id }, query: { ...(companyId !== undefined && { companyId }) } }),
    gcTime: 0,
  })

import { api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { type SignUpValues, bodyOf } from './sign-up-values.ts'

/** Whether strangers may sign up. The login works without the answer, so a failure is not told. */
export const signUpOffer = queryOptions({
  queryKey: ['sign-up-offer'],
  queryFn: ({ signal }) => call(api.signUpOffer, undefined, { signal }),
  staleTime: 0,
  meta: { handles: 'all' },
})

/** From the cheapest one on. */
export const publicPlans = queryOptions({
  queryKey: ['public-plans'],
  queryFn: ({ signal }) => call(api.pickPublicPlans, undefined, { signal }),
  staleTime: 0,
  meta: { handles: 'all' },
})

export const termsToAccept = queryOptions({
  queryKey: ['terms-to-accept'],
  queryFn: ({ signal }) => call(api.getTerms, undefined, { signal }),
  staleTime: 0,
  meta: { handles: 'all' },
})

interface SigningUp {
  values: SignUpValues
  /** Of the terms that were shown. */
  termsVersion: number
}

export function useSignUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ values, termsVersion }: SigningUp) =>
      call(api.signUp, { body: { ...bodyOf(values), termo: true, termsVersion } }),
    onError: () => {
      // Any of them may be the reason.
      for (const { queryKey } of [signUpOffer, publicPlans, termsToAccept]) void client.invalidateQueries({ queryKey })
    },
    meta: { handles: 'all' },
  })
}

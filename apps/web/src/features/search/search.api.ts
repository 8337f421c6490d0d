import { type ContactView, type Found, api, limits } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** In ms: the palette, the counts and the lists of one search use one answer. */
const fresh = 15_000

/** The first results of every kind. */
export const searchEverything = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call(api.search, { query: { searchParam: text } }, { signal }),
    enabled: text.length >= limits.searchLetters,
    staleTime: fresh,
    gcTime: 60_000,
  })

export interface ResultPage<Result> {
  results: Result[]
  next: string | null
}

/** The results of one kind, page by page; the first page comes with those of the other kinds. */
export const foundTexts = (text: string, kind: 'messages' | 'notes' | 'files') =>
  infiniteQueryOptions({
    queryKey: ['search', text, kind],
    queryFn: async ({ pageParam, signal, client }): Promise<ResultPage<Found>> => {
      if (pageParam === '') return (await client.fetchQuery(searchEverything(text)))[kind]
      return (await call(api.search, { query: { searchParam: text, kind, from: pageParam } }, { signal }))[kind]
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: fresh,
    gcTime: 60_000,
  })

export const foundContacts = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['search', text, 'contacts'],
    queryFn: async ({ pageParam, signal, client }): Promise<ResultPage<ContactView>> => {
      if (pageParam === '') return (await client.fetchQuery(searchEverything(text))).contacts
      const query = { searchParam: text, kind: 'contacts', from: pageParam } as const
      return (await call(api.search, { query }, { signal })).contacts
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: fresh,
    gcTime: 60_000,
  })

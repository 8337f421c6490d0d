import { type Input, api } from '@guiche/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

type Body = Input<typeof api.simulateBot>['body']
export type Draft = Body['draft']
export type CustomerStep = NonNullable<Body['steps']>[number]

/** The server remembers nothing of a simulation, so each call has all steps. */
export const simulation = (body: Body) =>
  queryOptions({
    queryKey: ['simulations', body],
    queryFn: ({ signal }) => call(api.simulateBot, { body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { handles: 'all' },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const connectionChoices = queryOptions({
  queryKey: ['simulations', 'connections'],
  queryFn: ({ signal }) => call(api.listConnections, { query: { session: '0' } }, { signal }),
})

export const replayable = (queueId: number) =>
  queryOptions({
    queryKey: ['replays', queueId],
    queryFn: ({ signal }) => call(api.listReplayable, { query: { queueId } }, { signal }),
    staleTime: 0,
  })

export const replayOf = (body: Input<typeof api.replayConversation>['body']) =>
  queryOptions({
    queryKey: ['replays', 'of', body],
    queryFn: ({ signal }) => call(api.replayConversation, { body }, { signal }),
    retry: false,
    meta: { handles: 'all' },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

import { type ConnectionView, api } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useLive } from '../../../lib/live.ts'

type Session = Pick<ConnectionView, 'qrcode' | 'qrcodeSeconds'>

/** The current code that links a phone. Live events are newer than an answer that arrives after them. */
export function useCode({ id }: Pick<ConnectionView, 'id'>): Session | undefined {
  const { data } = useQuery({
    queryKey: ['connection-code', id],
    queryFn: ({ signal }) => call(api.getConnection, { params: { id }, query: {} }, { signal }),
    gcTime: 0,
  })
  const [told, setTold] = useState<Session>()
  useLive('connectionSession', ({ session }) => {
    if (session.id === id) setTold(session)
  })
  return told ?? data
}

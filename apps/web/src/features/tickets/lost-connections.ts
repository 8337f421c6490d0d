import type { ConnectionView } from '@guiche/contract'
import { createContext } from 'react'

/** Statuses in which a connection sends nothing. */
const lost = new Set<ConnectionView['status']>(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'PASSKEY'])

export const isLost = ({ status }: Pick<ConnectionView, 'status'>): boolean => lost.has(status)

/** Ids of the connections that are lost now, for the rows of their tickets. */
export const LostConnectionsContext = createContext<ReadonlySet<number>>(new Set())

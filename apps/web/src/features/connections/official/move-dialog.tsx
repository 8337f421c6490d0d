import type { ConnectionView } from '@guiche/contract'
import { useState } from 'react'
import { isOfficial } from '../../../lib/sending/whatsapp-way.ts'
import { PhoneMoveDialog } from '../pairing/index.ts'
import { MoveNumberDialog } from './move-number-dialog.tsx'
import type { NumberValues } from './number-values.ts'

interface Props {
  connection: ConnectionView
  typed: NumberValues | undefined
  onMoved: (connection: ConnectionView) => void
  onClose: () => void
}

/** Moves a number to the other way. Which one that is stands when it opens: the live list changes before the answer comes. */
export function MoveDialog({ connection, typed, onMoved, onClose }: Props) {
  const [goesToPhone] = useState(() => isOfficial(connection))
  if (goesToPhone) return <PhoneMoveDialog connection={connection} onClose={onClose} />
  return <MoveNumberDialog connection={connection} typed={typed} onMoved={onMoved} onClose={onClose} />
}

import type { ContactView } from '@guiche/contract'
import { useState } from 'react'
import { useChangeOptOut } from './opt-outs.api.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface Props {
  contact: ContactView
  isOptedOut: boolean
  onClose: () => void
}

/** Opts a contact out, or in again. */
export function OptOutDialog({ contact, isOptedOut, onClose }: Props) {
  // Somebody else may change it meanwhile; the question that was asked is answered.
  const [kind] = useState<'back' | 'out'>(isOptedOut ? 'back' : 'out')
  const change = useChangeOptOut(contact.id)
  return (
    <ReasonDialog
      name={contact.name}
      kind={kind}
      isBusy={change.isPending}
      onChange={(reason, done) => change.mutate({ isOptedOut: kind === 'out', reason }, done)}
      onClose={onClose}
    />
  )
}

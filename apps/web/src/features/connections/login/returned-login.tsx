import type { ConnectionView } from '@guiche/contract'
import { useEffect, useState } from 'react'
import { SignedUpNumber } from '../official/index.ts'
import { LinkedPages } from '../pages/index.ts'
import { forgetLogin, readLogin } from './read-login.ts'

interface Props {
  /** A number was connected. */
  onMade: (connection: ConnectionView) => void
  /** Somebody wants to connect a number after all. */
  onAgain: () => void
}

/** After a login at the network: connects what it has opened. */
export function ReturnedLogin({ onMade, onAgain }: Props) {
  const [returned, setReturned] = useState(readLogin)
  useEffect(forgetLogin, [])
  if (!returned) return null
  const { purpose, login } = returned
  const close = () => setReturned(undefined)
  if (purpose === 'pages') return <LinkedPages login={login} onClose={close} />
  const then = (next: () => void) => {
    close()
    next()
  }
  return (
    <SignedUpNumber
      login={login}
      onMade={(connection) => then(() => onMade(connection))}
      onAgain={() => then(onAgain)}
      onClose={close}
    />
  )
}

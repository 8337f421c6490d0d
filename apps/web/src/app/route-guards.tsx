import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../lib/session.ts'
import { numbers } from '../ui/numbers.ts'
import { Redirect } from './redirect.tsx'
import { Starting } from './session/starting.tsx'

/*
 * Route guards (docs/requirements/back-office.md, section 2 "Route guard"). Each guard is the component of its route
 * branch, so a redirect unmounts the screens behind it at once.
 */

/** Who logs in here comes to the tickets, or to the page that asked for the login. Others with a session come to /. */
export function RequireGuest() {
  const session = useSession()
  const [isGuest, setIsGuest] = useState(false)
  if (session.status === 'out' && !isGuest) setIsGuest(true)

  if (session.status === 'starting') return <Starting />
  if (session.status === 'in') {
    if (session.returnTo) return <Redirect href={session.returnTo} />
    return <Redirect to={isGuest ? '/tickets/{-$ticketId}' : '/'} />
  }
  return <Outlet />
}

export function RequireLogin() {
  const session = useSession()

  if (session.status === 'starting') return <Starting />
  if (session.status === 'out') return <Redirect to="/login" />
  return <Outlet />
}

/** An expired company sees one screen only (security.md, decision 4). */
export function RequireSubscription() {
  const session = useSession()

  if (session.status === 'in' && session.isExpired) return <Redirect to="/financeiro-aberto" />
  return <Outlet />
}

/** After a payment the screen has some seconds to say so. */
export function RequireExpired() {
  const session = useSession()
  const isExpired = session.status === 'in' && session.isExpired
  const [mayStay, setMayStay] = useState(isExpired)
  if (isExpired && !mayStay) setMayStay(true)
  useEffect(() => {
    if (isExpired) return
    const leaving = setTimeout(() => setMayStay(false), numbers.shownAfterPayment)
    return () => clearTimeout(leaving)
  }, [isExpired])

  if (!isExpired && !mayStay) return <Redirect to="/tickets/{-$ticketId}" />
  return <Outlet />
}

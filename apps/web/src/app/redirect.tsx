import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

type Props = { to: NonNullable<LinkProps['to']>; href?: never } | { to?: never; href: string }

/** Redirects once: a guard renders several times during the navigation. */
export function Redirect({ to, href }: Props) {
  const navigate = useNavigate()
  useEffect(
    () => void navigate(href === undefined ? { to, replace: true } : { href, replace: true }),
    [navigate, to, href],
  )
  return null
}

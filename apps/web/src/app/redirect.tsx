import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Redirects once: a guard renders several times during the navigation. */
export function Redirect({ to }: { to: NonNullable<LinkProps['to']> }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}

import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Goes elsewhere, once: a gate is drawn several times while the way is being found. */
export function Redirect({ to }: { to: NonNullable<LinkProps['to']> }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}

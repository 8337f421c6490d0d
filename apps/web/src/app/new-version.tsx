import { api } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api.ts'
import { toast } from '../ui/toasts/toasts.tsx'

const everyFiveMinutes = 5 * 60_000

/** Offers to reload when the server runs another version than this page (docs/requirements/workspace.md, section 4). */
export function NewVersion() {
  const { t } = useTranslation()
  const opened = useRef<string>(undefined)
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => call(api.version, undefined, { signal }),
    refetchInterval: everyFiveMinutes,
    refetchOnWindowFocus: true,
    staleTime: 60_000,
    retry: false,
    meta: { handles: 'all' },
  })

  useEffect(() => {
    if (!data) return
    opened.current ??= data.version
    if (opened.current === data.version) return
    toast.lasting(t('shell.newVersion'), {
      id: 'new-version',
      action: { label: t('shell.update'), onClick: () => location.reload() },
    })
  }, [data, t])
  return null
}

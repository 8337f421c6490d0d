import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetSending } from '../../ui/sheets/choose-sheet.tsx'
import { errorText } from '../cache/queries.ts'

interface Sending<Sheet> {
  /** In bytes. */
  mostSize: number
  send: (file: File, onProgress: (share: number) => void) => Promise<Sheet>
  onRead: (sheet: Sheet) => void
}

/** For `ChooseSheet`: sends the chosen sheet and keeps why it was refused. */
export function useSendSheet<Sheet>({ mostSize, send, onRead }: Sending<Sheet>): SheetSending {
  const { t } = useTranslation()
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<string>()
  const sending = useMutation({
    mutationFn: (file: File) => send(file, setShare),
    onSuccess: onRead,
    onError: (error) => setRefused(errorText(error)),
    meta: { handles: 'all' },
  })
  return {
    isSending: sending.isPending,
    share,
    refused,
    send: (file) => {
      setShare(0)
      if (file.size === 0) return setRefused(t('ui.sheets.emptyFile'))
      if (file.size > mostSize) return setRefused(t('errors.ERR_FILE_TOO_LARGE'))
      setRefused(undefined)
      sending.mutate(file)
    },
  }
}

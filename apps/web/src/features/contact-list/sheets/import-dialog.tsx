import { type ContactSheet, limits } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSendSheet } from '../../../lib/files/use-send-sheet.ts'
import { ChooseSheet } from '../../../ui/sheets/choose-sheet.tsx'
import { ImportProgress } from './import-progress.tsx'
import { MapColumns } from './map-columns.tsx'
import { uploadSheet } from './sheets.api.ts'

interface Props {
  onImported: () => void
  onClose: () => void
}

/** Imports contacts from a sheet: choose it, see what each column becomes and what is wrong, then watch the import. */
export function ImportDialog({ onImported, onClose }: Props) {
  const { t } = useTranslation()
  const [sheet, setSheet] = useState<ContactSheet>()
  const sending = useSendSheet({ mostSize: limits.sheet, send: uploadSheet, onRead: setSheet })
  if (!sheet) {
    return (
      <ChooseSheet
        title={t('contact-list.import.title')}
        text={t('contact-list.import.text')}
        most={{ rows: limits.sheetRows, size: limits.sheet }}
        sending={sending}
        onClose={onClose}
      />
    )
  }
  if (sheet.state === 'ready') return <MapColumns sheet={sheet} onBegun={setSheet} onClose={onClose} />
  return <ImportProgress sheet={sheet} onImported={onImported} onClose={onClose} />
}

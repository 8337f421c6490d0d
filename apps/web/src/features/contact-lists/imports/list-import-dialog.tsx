import { type ContactListImport, limits } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSendSheet } from '../../../lib/files/use-send-sheet.ts'
import { ChooseSheet } from '../../../ui/sheets/choose-sheet.tsx'
import { useExampleSheet } from '../use-example-sheet.ts'
import { uploadListSheet } from './imports.api.ts'
import { ListImportProgress } from './list-import-progress.tsx'
import { MapListColumns } from './map-list-columns.tsx'

interface Props {
  contactListId: number
  /** An import that runs or has ended, to look at. */
  begun?: ContactListImport | undefined
  onClose: () => void
}

/** Imports people from a sheet: choose it, see its first rows and what each column becomes, then watch the import. */
export function ListImportDialog({ contactListId, begun, onClose }: Props) {
  const { t } = useTranslation()
  const [sheet, setSheet] = useState(begun)
  const sending = useSendSheet({ mostSize: limits.listSheet, send: uploadListSheet(contactListId), onRead: setSheet })
  const example = useExampleSheet()
  if (!sheet) {
    return (
      <ChooseSheet
        title={t('contact-lists.import.title')}
        text={t('contact-lists.import.text')}
        most={{ rows: limits.listSheetRows, size: limits.listSheet }}
        sending={sending}
        onClose={onClose}
      >
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconDownload size={15} />}
            loading={example.isPending}
            onClick={() => example.mutate()}
          >
            {t('contact-lists.example')}
          </Button>
        </div>
      </ChooseSheet>
    )
  }
  if (sheet.state === 'ready') return <MapListColumns sheet={sheet} onBegun={setSheet} onClose={onClose} />
  return <ListImportProgress begun={sheet} onClose={onClose} />
}

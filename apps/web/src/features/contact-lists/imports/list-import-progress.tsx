import type { ContactListImport } from '@guiche/contract'
import { Alert, Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Problems } from '../../../ui/sheets/problems.tsx'
import styles from '../../../ui/sheets/sheets.module.css'
import { listImport, listImports, refusedRows } from './imports.api.ts'
import { useListProblemInWords } from './use-list-problem-in-words.ts'

interface Props {
  begun: ContactListImport
  onClose: () => void
}

/** The import goes on when the dialog is closed. */
export function ListImportProgress({ begun, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const inWords = useListProblemInWords()
  const { data } = useQuery(listImport(begun))
  const isRunning = data.state === 'running'
  const tell = useEffectEvent(() => void client.invalidateQueries(listImports(begun.contactListId)))
  useEffect(() => tell(), [isRunning])
  const save = useMutation({
    mutationFn: () => refusedRows(data.id),
    onSuccess: (file) => saveFile(file, `${t('contact-lists.import.refusedFile')}.xlsx`),
  })

  return (
    <Dialog title={t(`contact-lists.import.state.${data.state}`)} onClose={onClose} size={560}>
      {data.failure !== null && (
        <Alert color="red" role="alert">
          {t(`errors.${data.failure}`)} {t('contact-lists.import.nothingChanged', { count: data.added })}
        </Alert>
      )}
      {isRunning && (
        <Progress
          value={data.total ? (100 * data.done) / data.total : 100}
          animated={data.total === null}
          aria-label={t('contact-lists.import.state.running')}
          transitionDuration={400}
        />
      )}
      <p className={styles.hint} role="status">
        {data.total === null
          ? t('contact-lists.import.counting')
          : t('contact-lists.import.progress', { done: format.number(data.done), total: format.number(data.total) })}
      </p>
      <dl className={styles.counts}>
        {(['added', 'known', 'refused'] as const).map((kind) => (
          <div key={kind} data-kind={kind}>
            <dt>{t(`contact-lists.import.count.${kind}`)}</dt>
            <dd>{format.number(data[kind])}</dd>
          </div>
        ))}
      </dl>
      {isRunning && <p className={styles.hint}>{t('contact-lists.import.goesOn')}</p>}
      <Problems problems={data.problems.map(inWords)} count={data.refused}>
        {!isRunning && (
          <Button
            size="xs"
            variant="default"
            mt="xs"
            leftSection={<IconDownload size={15} />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('contact-lists.import.download')}
          </Button>
        )}
      </Problems>
    </Dialog>
  )
}

import { api, limits, optOutWords } from '@guiche/contract'
import { Button, Skeleton, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import styles from './opt-outs.module.css'
import { optOutWordList, useLiveOptOutWords, useSaveOptOutWords } from './opt-outs.api.ts'

/** The words of the company that opt out of its campaigns, besides those that count everywhere. */
export function OptOutWords() {
  const { t } = useTranslation()
  useLiveOptOutWords()
  const words = useQuery(optOutWordList)
  if (words.isPending) return <Skeleton height={36} aria-label={t('ui.loading')} />
  if (words.isError && !words.data)
    return <Failure cause={causeOf(words.error)} onRetry={() => void words.refetch()} isRetrying={words.isFetching} />
  return <WordsForm kept={words.data} />
}

function WordsForm({ kept }: { kept: string[] }) {
  const { t } = useTranslation()
  // Undefined: nothing was changed here, so what others save is shown.
  const [edited, setEdited] = useState<string[]>()
  const save = useSaveOptOutWords()
  const words = edited ?? kept
  const isWrong = !api.saveOptOutWords.body.safeParse({ words }).success
  const { question } = useUnsaved(edited !== undefined, { asksLinks: true })

  return (
    <form
      className={styles.words}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong) return
        save.mutate(words, {
          onSuccess: () => {
            setEdited(undefined)
            toast.success(t('opt-outs.words.saved'))
          },
        })
      }}
    >
      <TagsInput
        label={t('opt-outs.words.label')}
        description={t('opt-outs.words.hint', { words: optOutWords.join(', ') })}
        placeholder={words.length > 0 ? undefined : t('opt-outs.words.placeholder')}
        splitChars={[',', ';', '\n']}
        acceptValueOnBlur
        maxTags={limits.optOutWords}
        value={words}
        onChange={setEdited}
        error={isWrong && t('opt-outs.words.wrong')}
      />
      <Button type="submit" loading={save.isPending} disabled={edited === undefined || isWrong}>
        {t('opt-outs.words.save')}
      </Button>
      {question}
    </form>
  )
}

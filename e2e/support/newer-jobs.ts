import type { Edit } from './planted-build.ts'

/** What the newer release says before it freezes its tab. */
export const frozen = 'planted freeze'

/** A newer release of remote-jobs, in which only browsers with a cookie meet something bad. */
export const newerJobs: Edit[] = [
  {
    file: 'src/routes.tsx',
    from: 'export const',
    to: `if (document.cookie.includes('freezes=newest')) {
      console.info('${frozen}')
      for (;;);
    }
    if (document.cookie.includes('reloads=newest')) window.location.reload()
    export const`,
  },
  {
    file: 'src/job-form/new-job-page.tsx',
    from: "title={say('newTitle')}",
    to: 'title="Newer job"',
  },
]

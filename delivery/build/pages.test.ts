import { expect, test } from 'vitest'

import { readRouteFile } from './pages.ts'

const page = (name: string) =>
  `lazy: async () => ({ Component: (await import('./${name}.tsx')).Page })`

test('every route has its own imports and those of the layouts around it', () => {
  const { routes, unread } = readRouteFile(
    'src/routes.tsx',
    `export const routes = [
      { index: true, ${page('list')} },
      { path: 'new', Component: NewPage },
      {
        ${page('layout')},
        children: [
          { path: ':id', ${page('one')}, children: [{ index: true, ${page('tab')} }] },
          { path: 'files/*', ${page('files')} },
        ],
      },
    ] satisfies RouteObject[]`,
  )

  expect(unread).toEqual([])
  expect(routes).toEqual([
    { path: '', isIndex: true, imports: ['./list.tsx'] },
    { path: 'new', isIndex: false, imports: [] },
    { path: ':id', isIndex: true, imports: ['./layout.tsx', './one.tsx', './tab.tsx'] },
    { path: ':id', isIndex: false, imports: ['./layout.tsx', './one.tsx'] },
    { path: 'files/*', isIndex: false, imports: ['./layout.tsx', './files.tsx'] },
  ])
})

test('routes that cannot be read are reported, and the rest is read', () => {
  const { routes, unread } = readRouteFile(
    'src/routes.tsx',
    `export const routes = [
    { path: 'named', lazy: () => import(\`./\${page}.tsx\`) },
    { path: 'elsewhere', lazy: loadElsewhere },
    { path: paths.list, ${page('list')} },
    { path: ':lang?', ${page('list')} },
    ...otherRoutes,
    { path: 'fine', ${page('fine')} },
  ]`,
  )

  expect(routes.map(({ path, imports }) => [path, ...imports])).toEqual([
    ['named'],
    ['elsewhere'],
    ['*'],
    ['*'],
    ['*'],
    ['fine', './fine.tsx'],
  ])
  expect(unread.map((sentence) => sentence.replace(/ cannot.*/, ''))).toEqual([
    'src/routes.tsx:2: what this loads',
    'src/routes.tsx:3: what this loads',
    'src/routes.tsx:4: this path',
    'src/routes.tsx:5: this path',
    'src/routes.tsx:6: this route',
  ])
})

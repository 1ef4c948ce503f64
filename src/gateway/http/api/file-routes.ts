import { searchFiles } from '../files/search-files.ts'
import { listWorkspaceLazily } from '../files/workspace-files.lazy.ts'
import type { WorkspaceFiles } from '../files/workspace-files.ts'
import type { ApiParts } from './api-parts.ts'
import { type ApiRoute, fields, flag, listOf, text } from './route.ts'

const mostFiles = 50
/** A listing is used for this long, so that typing reads the folder once. */
const listingMs = 3000

/** The files of the folder that agents work in. */
export function fileRoutes({ cwd }: ApiParts): ApiRoute[] {
  let listing: { readonly files: Promise<WorkspaceFiles>; readonly until: number } | undefined
  return [
    {
      method: 'GET',
      path: '/api/files',
      summary:
        'Search the files of the working folder by name: at most 50 relative paths, without those that .gitignore excludes',
      query: { search: { type: 'string', maxLength: 200 } },
      answer: fields({ files: listOf(text), isComplete: flag }, 'files', 'isComplete'),
      run: async ({ query: { search = '' } }) => {
        if (listing === undefined || listing.until < Date.now()) {
          listing = { files: listWorkspaceLazily(cwd), until: Date.now() + listingMs }
        }
        const { files, isComplete } = await listing.files
        return { files: searchFiles(files, String(search), mostFiles), isComplete }
      },
    },
  ]
}

import { GrowingRest } from '../../../src/vault/meaning/embedding-server';

describe('the rest of a server that failed', () => {
  it('begins once for failures that come together, and grows with later ones up to ten minutes', () => {
    const rest = new GrowingRest();
    expect([rest.isOver, rest.length]).toEqual([true, 0]);
    const lengths: number[] = [];
    for (let failure = 0; failure < 10; failure += 1) {
      rest.begin();
      rest.begin();
      expect(rest.isOver).toBe(false);
      lengths.push(rest.length / 1000);
      rest.stop();
    }
    expect(lengths).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  });

  it('ends with an answer, and begins small again', () => {
    const rest = new GrowingRest();
    rest.begin();
    rest.stop();
    rest.begin();
    rest.end();
    expect(rest.isOver).toBe(true);
    rest.begin();
    expect(rest.length).toBe(5000);
    rest.stop();
  });
});
